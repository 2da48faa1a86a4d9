<#
.SYNOPSIS
Installs the Drover agent on this host as a scheduled task of SYSTEM, or a newer one over it.

.DESCRIPTION
To be run by an administrator in Windows PowerShell 5.1. Makes C:\ProgramData\Drover, for SYSTEM and administrators
alone, and C:\Program Files\Drover with the script; asks for the enrolment key when the host has not enrolled yet.

.PARAMETER Broker
Where the broker is, for example https://drover.example.org.

.PARAMETER Uninstall
Takes the task and the script away. C:\ProgramData\Drover, with the agent's token, stays.

.EXAMPLE
.\Install-DroverAgent.ps1 -Broker https://drover.example.org
#>
[CmdletBinding(DefaultParameterSetName = 'Install')]
param(
    [Parameter(Mandatory = $true, ParameterSetName = 'Install')][string]$Broker,
    [Parameter(Mandatory = $true, ParameterSetName = 'Uninstall')][switch]$Uninstall
)

#Requires -RunAsAdministrator
Set-StrictMode -Version 2.0
$ErrorActionPreference = 'Stop'

$Task = 'Drover agent'
$Programs = Join-Path $env:ProgramFiles 'Drover'
$Data = Join-Path $env:ProgramData 'Drover'

if ($Uninstall) {
    Stop-ScheduledTask -TaskName $Task -ErrorAction SilentlyContinue
    Unregister-ScheduledTask -TaskName $Task -Confirm:$false -ErrorAction SilentlyContinue
    Remove-Item -Path $Programs -Recurse -Force -ErrorAction SilentlyContinue
    Write-Output "Uninstalled; $Data is still there."
    exit 0
}

[void](New-Item -ItemType Directory -Force -Path $Programs)
if (Test-Path $Data) {
    # Any user may make a folder there, and could have put a configuration of their own into it.
    $owner = (Get-Acl $Data).GetOwner([Security.Principal.SecurityIdentifier]).Value
    if ('S-1-5-18', 'S-1-5-32-544' -notcontains $owner) { throw "$Data belongs to somebody else; look at it and delete it" }
}
else { [void](New-Item -ItemType Directory -Path $Data) }
$rights = New-Object Security.AccessControl.DirectorySecurity
$rights.SetSecurityDescriptorSddlForm('O:BAG:SYD:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)')
Set-Acl -Path $Data -AclObject $rights

Copy-Item (Join-Path $PSScriptRoot 'DroverAgent.ps1') $Programs -Force
Unblock-File (Join-Path $Programs 'DroverAgent.ps1')

$config = Join-Path $Data 'agent.json'
if (-not (Test-Path $config)) {
    Set-Content -Path $config -Value (ConvertTo-Json @{ broker = $Broker }) -Encoding UTF8
}
$keyFile = Join-Path $Data 'enrollment.key'
if (-not (Test-Path (Join-Path $Data 'identity.json')) -and -not (Test-Path $keyFile)) {
    $secure = Read-Host -AsSecureString -Prompt 'The enrolment key of the broker'
    $key = (New-Object Management.Automation.PSCredential('key', $secure)).GetNetworkCredential().Password
    Set-Content -Path $keyFile -Value $key -Encoding ASCII
}

$agent = Join-Path $Programs 'DroverAgent.ps1'
$action = New-ScheduledTaskAction -Execute "$env:SystemRoot\System32\WindowsPowerShell\v1.0\powershell.exe" `
    -Argument "-NoProfile -NonInteractive -ExecutionPolicy RemoteSigned -File `"$agent`""
$trigger = New-ScheduledTaskTrigger -AtStartup
$principal = New-ScheduledTaskPrincipal -UserId 'S-1-5-18' -LogonType ServiceAccount -RunLevel Highest
$settings = New-ScheduledTaskSettingsSet -ExecutionTimeLimit ([TimeSpan]::Zero) -RestartCount 999 `
    -RestartInterval (New-TimeSpan -Minutes 1) -MultipleInstances IgnoreNew -StartWhenAvailable `
    -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries
Stop-ScheduledTask -TaskName $Task -ErrorAction SilentlyContinue
[void](Register-ScheduledTask -TaskName $Task -Action $action -Trigger $trigger -Principal $principal -Settings $settings -Force)
Start-ScheduledTask -TaskName $Task
Write-Output "Installed and started. It writes to $(Join-Path $Data 'agent.log')."
Write-Output "Once it has enrolled, delete $keyFile."
