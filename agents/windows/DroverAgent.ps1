<#
.SYNOPSIS
Tells a Drover broker how this Windows session host is, and does what the broker asks for.

.DESCRIPTION
For Windows PowerShell 5.1 and nothing beside it. Runs as SYSTEM, as the scheduled task that Install-DroverAgent.ps1
makes. README.md beside it says what it reports, how each command is done, and what of it was not run yet.

.PARAMETER ConfigFile
The configuration, JSON; agent.json.example beside this file has every key.

.PARAMETER Once
One heartbeat, do its commands, tell what came of them, end.

.PARAMETER DryRun
Print the heartbeat; nothing is sent, nothing is kept.

.PARAMETER Enroll
Enrol (again) and end; an agent that runs goes on with the new token.

.EXAMPLE
powershell.exe -NoProfile -File DroverAgent.ps1 -DryRun
#>
[CmdletBinding(DefaultParameterSetName = 'Run')]
param(
    [string]$ConfigFile = "$env:ProgramData\Drover\agent.json",
    [Parameter(ParameterSetName = 'Once')][switch]$Once,
    [Parameter(ParameterSetName = 'DryRun')][switch]$DryRun,
    [Parameter(ParameterSetName = 'Enroll')][switch]$Enroll
)

Set-StrictMode -Version 2.0
$ErrorActionPreference = 'Stop'
# Else Windows PowerShell 5.1 may write an array as {"value": [...], "Count": n}.
Remove-TypeData -TypeName System.Array -ErrorAction SilentlyContinue

$Version = '0.1.0'
$ProtocolVersion = 4
$LongestAnswer = 8MB
$RememberedHours = 24        # the broker tells a command for ten minutes
$RestartTakesMinutes = 15
$CimSeconds = 15
$LongestLog = 1MB
$AllowList = 'SOFTWARE\Microsoft\Windows NT\CurrentVersion\Terminal Server\TSAppAllowList\Applications'
$Mark = 'DroverResourceId'   # on entries of the allow list that this agent made

# ------------------------------------------------------------------------------------------------ Windows itself

# quser.exe speaks the language of Windows; these calls do not. C# 5, which is what Windows PowerShell compiles.
$WtsSource = @'
using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Net;
using System.Runtime.InteropServices;

public sealed class DroverSession
{
    public int Id;
    public string Station;
    public string User;
    public string Domain;
    public int State;
    public string ClientName;
    public string ClientAddress;
    public DateTime? LogonAt;
    public DateTime? DisconnectedAt;
    public DateTime? LastInputAt;
    public DateTime? Now;
}

public static class DroverWts
{
    private const int UserName = 5, DomainName = 7, ClientNameClass = 10, ClientAddressClass = 14, SessionInfo = 24;

    [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
    private struct Listed
    {
        public int SessionId;
        public IntPtr StationName;
        public int State;
    }

    [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
    private struct Info
    {
        public int State, SessionId, IncomingBytes, OutgoingBytes, IncomingFrames, OutgoingFrames;
        public int IncomingCompressedBytes, OutgoingCompressedBytes;
        [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 32)] public string StationName;
        [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 17)] public string Domain;
        [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 21)] public string UserName;
        public long ConnectTime, DisconnectTime, LastInputTime, LogonTime, CurrentTime;
    }

    [DllImport("wtsapi32.dll", SetLastError = true, CharSet = CharSet.Unicode)]
    private static extern bool WTSEnumerateSessionsW(
        IntPtr server, int reserved, int version, out IntPtr sessions, out int count);

    [DllImport("wtsapi32.dll", SetLastError = true, CharSet = CharSet.Unicode)]
    private static extern bool WTSQuerySessionInformationW(
        IntPtr server, int session, int what, out IntPtr buffer, out int bytes);

    [DllImport("wtsapi32.dll")]
    private static extern void WTSFreeMemory(IntPtr memory);

    [DllImport("wtsapi32.dll", SetLastError = true)]
    private static extern bool WTSDisconnectSession(IntPtr server, int session, bool wait);

    [DllImport("wtsapi32.dll", SetLastError = true)]
    private static extern bool WTSLogoffSession(IntPtr server, int session, bool wait);

    [DllImport("wtsapi32.dll", SetLastError = true, CharSet = CharSet.Unicode)]
    private static extern bool WTSSendMessageW(
        IntPtr server, int session, string title, int titleBytes, string message, int messageBytes,
        int style, int timeout, out int response, bool wait);

    [DllImport("kernel32.dll", SetLastError = true)]
    private static extern bool GetSystemTimes(out long idle, out long kernel, out long user);

    /// Sessions with a user.
    public static List<DroverSession> Sessions()
    {
        IntPtr rows;
        int count;
        Check(WTSEnumerateSessionsW(IntPtr.Zero, 0, 1, out rows, out count));
        try
        {
            var sessions = new List<DroverSession>();
            int size = Marshal.SizeOf(typeof(Listed));
            for (int i = 0; i < count; i++)
            {
                var row = (Listed)Marshal.PtrToStructure(new IntPtr(rows.ToInt64() + (long)i * size), typeof(Listed));
                string user = Text(row.SessionId, UserName);
                if (!string.IsNullOrEmpty(user))
                {
                    sessions.Add(Session(row, user));
                }
            }
            return sessions;
        }
        finally
        {
            WTSFreeMemory(rows);
        }
    }

    private static DroverSession Session(Listed row, string user)
    {
        var session = new DroverSession();
        session.Id = row.SessionId;
        session.Station = Marshal.PtrToStringUni(row.StationName);
        session.User = user;
        session.Domain = Text(row.SessionId, DomainName);
        session.State = row.State;
        session.ClientName = Text(row.SessionId, ClientNameClass);
        session.ClientAddress = Address(row.SessionId);
        IntPtr buffer;
        int bytes;
        if (WTSQuerySessionInformationW(IntPtr.Zero, row.SessionId, SessionInfo, out buffer, out bytes))
        {
            try
            {
                if (bytes >= Marshal.SizeOf(typeof(Info)))
                {
                    var info = (Info)Marshal.PtrToStructure(buffer, typeof(Info));
                    session.LogonAt = Moment(info.LogonTime);
                    session.DisconnectedAt = Moment(info.DisconnectTime);
                    session.LastInputAt = Moment(info.LastInputTime);
                    session.Now = Moment(info.CurrentTime);
                }
            }
            finally
            {
                WTSFreeMemory(buffer);
            }
        }
        return session;
    }

    private static DateTime? Moment(long fileTime)
    {
        return fileTime > 0 ? DateTime.FromFileTimeUtc(fileTime) : (DateTime?)null;
    }

    private static string Text(int session, int what)
    {
        IntPtr buffer;
        int bytes;
        if (!WTSQuerySessionInformationW(IntPtr.Zero, session, what, out buffer, out bytes))
        {
            return "";
        }
        try
        {
            return Marshal.PtrToStringUni(buffer) ?? "";
        }
        finally
        {
            WTSFreeMemory(buffer);
        }
    }

    /// WTS_CLIENT_ADDRESS: the family, then 20 bytes of which the address begins at the third.
    private static string Address(int session)
    {
        IntPtr buffer;
        int bytes;
        if (!WTSQuerySessionInformationW(IntPtr.Zero, session, ClientAddressClass, out buffer, out bytes))
        {
            return "";
        }
        try
        {
            int family = bytes >= 24 ? Marshal.ReadInt32(buffer) : 0;
            int length = family == 2 ? 4 : family == 23 ? 16 : 0;
            if (length == 0)
            {
                return "";
            }
            var address = new byte[length];
            Marshal.Copy(new IntPtr(buffer.ToInt64() + 6), address, 0, length);
            return new IPAddress(address).ToString();
        }
        finally
        {
            WTSFreeMemory(buffer);
        }
    }

    public static void Disconnect(int session)
    {
        Check(WTSDisconnectSession(IntPtr.Zero, session, false));
    }

    public static void Logoff(int session)
    {
        Check(WTSLogoffSession(IntPtr.Zero, session, false));
    }

    /// Shows a message and does not wait for an answer.
    public static void Message(int session, string title, string message)
    {
        int response;
        Check(WTSSendMessageW(
            IntPtr.Zero, session, title, title.Length * 2, message, message.Length * 2, 0x40, 0, out response, false));
    }

    /// Ticks since the boot in which the processors were busy, and all of them.
    public static long[] CpuTicks()
    {
        long idle, kernel, user;
        Check(GetSystemTimes(out idle, out kernel, out user));
        return new[] { kernel + user - idle, kernel + user }; // kernel counts the idle ones too
    }

    private static void Check(bool done)
    {
        if (!done)
        {
            throw new Win32Exception(Marshal.GetLastWin32Error());
        }
    }
}
'@

# ------------------------------------------------------------------------------------------------------- small things

function Get-Field($Object, [string]$Name) {
    # A field of parsed JSON, $null when it is not there; the items of a list one by one.
    if ($null -eq $Object) { return $null }
    $property = $Object.PSObject.Properties[$Name]
    if ($null -eq $property) { return $null }
    return $property.Value
}

function ConvertTo-Moment($Value) {
    # A time of the broker, $null when it is none.
    $moment = [DateTimeOffset]::MinValue
    if ($Value -is [datetime]) { return [DateTimeOffset]$Value }
    $style = [Globalization.DateTimeStyles]::AssumeUniversal
    $culture = [Globalization.CultureInfo]::InvariantCulture
    if ([DateTimeOffset]::TryParse([string]$Value, $culture, $style, [ref]$moment)) { return $moment }
    return $null
}

function ConvertTo-TimeText([datetime]$Moment) {
    return $Moment.ToUniversalTime().ToString('yyyy-MM-ddTHH:mm:ssZ', [Globalization.CultureInfo]::InvariantCulture)
}

function Get-Sha256([string]$Text) {
    $hash = [Security.Cryptography.SHA256]::Create()
    try { $bytes = $hash.ComputeHash([Text.Encoding]::UTF8.GetBytes($Text)) } finally { $hash.Dispose() }
    return -join ($bytes | ForEach-Object { $_.ToString('x2') })
}

function Write-Log([string]$Level, [string]$Text) {
    # No user names, no tokens.
    $line = '{0} {1} {2}' -f (ConvertTo-TimeText ([datetime]::UtcNow)), $Level, $Text
    if ($script:Interactive) { [Console]::Error.WriteLine($line); return }
    $file = Join-Path $script:Config.state_dir 'agent.log'
    if ((Test-Path $file) -and (Get-Item $file).Length -gt $LongestLog) { Move-Item $file "$file.1" -Force }
    Add-Content -Path $file -Value $line -Encoding UTF8
}

function Assert-Private([string]$Path) {
    # Nobody but SYSTEM and administrators may have any right on the file.
    $rules = (Get-Acl -LiteralPath $Path).GetAccessRules($true, $true, [Security.Principal.SecurityIdentifier])
    foreach ($rule in $rules) {
        if ('S-1-5-18', 'S-1-5-32-544' -notcontains $rule.IdentityReference.Value) {
            throw "$Path must be for SYSTEM and Administrators alone; Install-DroverAgent.ps1 sees to that"
        }
    }
}

# -------------------------------------------------------------------------------------------------- configuration

function Read-Config([string]$Path) {
    $config = @{
        broker = ''; allow_plain_http = $false
        enrollment_key_file = "$env:ProgramData\Drover\enrollment.key"; state_dir = "$env:ProgramData\Drover"
        interval_seconds = 10; timeout_seconds = 10
        name = ''; address = ''; port = 0; zone = ''; max_sessions = -1
        disk = "$env:SystemDrive"; min_disk_free_percent = 5; min_memory_available_percent = 5
        restart_delay_seconds = 60; manage_remote_apps = $false
    }
    $given = Get-Content -LiteralPath $Path -Raw -Encoding UTF8 | ConvertFrom-Json
    foreach ($property in $given.PSObject.Properties) {
        $name = $property.Name
        if (-not $config.ContainsKey($name)) { throw "${Path}: $name is unknown" }
        $kind = $config[$name].GetType()
        if ($null -eq $property.Value -or $property.Value.GetType() -ne $kind) {
            throw "${Path}: $name must be of the kind $($kind.Name)"
        }
        $config[$name] = $property.Value
    }
    foreach ($range in @(
            @('interval_seconds', 1, 300), @('timeout_seconds', 1, 60), @('port', 0, 65535),
            @('min_disk_free_percent', 0, 100), @('min_memory_available_percent', 0, 100),
            @('max_sessions', -1, 100000), @('restart_delay_seconds', 30, 600))) {
        $value = $config[$range[0]]
        if ($value -lt $range[1] -or $value -gt $range[2]) {
            throw "${Path}: $($range[0]) must be from $($range[1]) to $($range[2])"
        }
    }
    $url = $null
    $isUrl = [Uri]::TryCreate($config.broker, [UriKind]::Absolute, [ref]$url)
    if (-not $isUrl -or 'http', 'https' -notcontains $url.Scheme -or $url.Query -or $url.UserInfo) {
        throw "${Path}: broker must be an address like https://drover.example.org"
    }
    if ($url.Scheme -eq 'http' -and -not $url.IsLoopback -and -not $config.allow_plain_http) {
        throw "${Path}: broker is plain http, which shows the agent's token to the network"
    }
    $config.broker = $config.broker.TrimEnd('/')
    return $config
}

# -------------------------------------------------------------------------------------------------- what is kept

function Read-Kept([string]$Name) {
    $path = Join-Path $script:Config.state_dir $Name
    if (-not (Test-Path -LiteralPath $path)) { return $null }
    try { return Get-Content -LiteralPath $path -Raw -Encoding UTF8 | ConvertFrom-Json }
    catch {
        Write-Log 'ERROR' "$path cannot be read and counts as lost"
        return $null
    }
}

function Write-Kept([string]$Name, $Value) {
    # Replaces the file as a whole, and is on disk when it returns. The folder's permissions hold for it.
    $path = Join-Path $script:Config.state_dir $Name
    $bytes = [Text.Encoding]::UTF8.GetBytes((ConvertTo-Json $Value -Depth 6 -Compress))
    $stream = New-Object IO.FileStream("$path.new", [IO.FileMode]::Create)
    try {
        $stream.Write($bytes, 0, $bytes.Length)
        $stream.Flush($true)
    }
    finally { $stream.Dispose() }
    if (Test-Path -LiteralPath $path) { [IO.File]::Replace("$path.new", $path, [NullString]::Value) }
    else { [IO.File]::Move("$path.new", $path) }
}

# ---------------------------------------------------------------------------------------------------- the broker

function Send-ToBroker([string]$Path, $Body, [hashtable]$Headers = @{}) {
    # Posts JSON; gives @{ Status; Answer; RetryAfter }. Throws when there is no answer at all.
    $bytes = [Text.Encoding]::UTF8.GetBytes((ConvertTo-Json $Body -Depth 6 -Compress))
    $request = [Net.WebRequest]::Create($script:Config.broker + $Path)
    $request.Method = 'POST'
    $request.ContentType = 'application/json'
    $request.UserAgent = "drover-agent-windows/$Version"
    $request.AllowAutoRedirect = $false   # a redirect would carry the token elsewhere
    $request.Proxy = $null
    $request.Timeout = $script:Config.timeout_seconds * 1000
    $request.ReadWriteTimeout = $script:Config.timeout_seconds * 1000
    foreach ($name in $Headers.Keys) { $request.Headers.Add($name, $Headers[$name]) }
    if ($Path.EndsWith('/heartbeat') -and $bytes.Length -gt 1400) {
        $memory = New-Object IO.MemoryStream
        $zip = New-Object IO.Compression.GZipStream($memory, [IO.Compression.CompressionMode]::Compress)
        $zip.Write($bytes, 0, $bytes.Length)
        $zip.Dispose()
        $bytes = $memory.ToArray()
        $request.Headers.Add('Content-Encoding', 'gzip')
    }
    $request.ContentLength = $bytes.Length
    $out = $request.GetRequestStream()
    try { $out.Write($bytes, 0, $bytes.Length) } finally { $out.Dispose() }
    try { $response = $request.GetResponse() }
    catch {
        $failure = $_.Exception
        while ($null -ne $failure -and $failure -isnot [Net.WebException]) { $failure = $failure.InnerException }
        if ($null -eq $failure -or $null -eq $failure.Response) { throw }
        $response = $failure.Response   # a refusal is an answer too
    }
    try {
        $answer = $null
        try { $answer = ConvertFrom-Json (Read-Answer $response) }
        catch { if ([int]$response.StatusCode -eq 200) { throw } }   # else a proxy's page, say
        $retry = 0
        [void][int]::TryParse([string]$response.Headers['Retry-After'], [ref]$retry)
        return @{ Status = [int]$response.StatusCode; Answer = $answer; RetryAfter = [Math]::Min($retry, 3600) }
    }
    finally { $response.Dispose() }
}

function Read-Answer($Response) {
    $clock = [Diagnostics.Stopwatch]::StartNew()
    $stream = $Response.GetResponseStream()
    $memory = New-Object IO.MemoryStream
    $buffer = New-Object byte[] 65536
    while (($count = $stream.Read($buffer, 0, $buffer.Length)) -gt 0) {
        $memory.Write($buffer, 0, $count)
        if ($memory.Length -gt $LongestAnswer) { throw "the broker's answer is too long" }
        if ($clock.Elapsed.TotalSeconds -gt 2 * $script:Config.timeout_seconds) { throw "the broker's answer takes too long" }
    }
    return [Text.Encoding]::UTF8.GetString($memory.ToArray())
}

function Assert-Taken($Result) {
    # Turns a refusal into an error that carries its status.
    if ($Result.Status -eq 200) { return $Result.Answer }
    $code = Get-Field $Result.Answer 'code'
    $text = Get-Field $Result.Answer 'error'
    $failure = New-Object InvalidOperationException("$($Result.Status) ${code}: $text")
    $failure.Data['Status'] = $Result.Status
    $failure.Data['RetryAfter'] = $Result.RetryAfter
    throw $failure
}

# ------------------------------------------------------------------------------------------------ reading the host

function Get-MachineId {
    # The board's id and that of the installation, so that neither an unprepared clone nor a board's twin is this machine.
    $board = (Get-CimInstance Win32_ComputerSystemProduct -OperationTimeoutSec $CimSeconds).UUID
    $windows = (Get-ItemProperty 'HKLM:\SOFTWARE\Microsoft\Cryptography').MachineGuid
    return Get-Sha256 "drover-agent $board $windows"
}

function Get-BootId {
    # A random id in a key of the registry that Windows drops when it shuts down.
    $key = [Microsoft.Win32.Registry]::LocalMachine.CreateSubKey(
        'SOFTWARE\DroverAgentBoot', [Microsoft.Win32.RegistryKeyPermissionCheck]::ReadWriteSubTree,
        [Microsoft.Win32.RegistryOptions]::Volatile)
    try {
        if ($null -eq $key.GetValue('BootId')) { $key.SetValue('BootId', [Guid]::NewGuid().ToString()) }
        return [string]$key.GetValue('BootId')
    }
    finally { $key.Dispose() }
}

function Get-CpuPercent {
    # The share since the last call.
    $ticks = [DroverWts]::CpuTicks()
    $busy = $ticks[0] - $script:CpuBefore[0]
    $all = $ticks[1] - $script:CpuBefore[1]
    $script:CpuBefore = $ticks
    if ($all -le 0) { return $null }
    return [Math]::Round(100.0 * $busy / $all, 1)
}

function Get-Server {
    $os = Get-CimInstance Win32_OperatingSystem -OperationTimeoutSec $CimSeconds
    $disk = Get-CimInstance Win32_LogicalDisk -Filter "DeviceID='$($script:Config.disk)'" -OperationTimeoutSec $CimSeconds
    $server = @{
        hostname         = $script:HostName
        os               = [string]$os.Caption
        version          = [string]$os.Version
        uptime_seconds   = [long][Math]::Max(0, ((Get-Date) - $os.LastBootUpTime).TotalSeconds)
        memory_total     = [long]$os.TotalVisibleMemorySize * 1024
        memory_available = [long]$os.FreePhysicalMemory * 1024
        cpu_percent      = Get-CpuPercent
    }
    if ($null -ne $disk) {
        $server.disk_total = [long]$disk.Size
        $server.disk_free = [long]$disk.FreeSpace
    }
    return $server
}

function Get-Health($Server) {
    # The score is 100 less what each failed check costs; below 60 the broker sends nobody new.
    $terminal = 'HKLM:\SYSTEM\CurrentControlSet\Control\Terminal Server'
    $port = (Get-ItemProperty "$terminal\WinStations\RDP-Tcp").PortNumber
    $listeners = [Net.NetworkInformation.IPGlobalProperties]::GetIPGlobalProperties().GetActiveTcpListeners()
    $listening = @($listeners | Where-Object { $_.Port -eq $port }).Count -gt 0
    $settings = Get-ItemProperty $terminal
    $closed = (Get-Field $settings 'fDenyTSConnections') -eq 1 -or (Get-Field $settings 'TSServerDrainMode') -gt 0
    $service = Get-Service -Name TermService -ErrorAction SilentlyContinue
    $checks = @(
        @('restart', 100, (-not (Test-Restarting)), 'the host is about to restart'),
        @('rdp-listener', 100, $listening, "nothing listens on port $port"),
        @('rdp-service', 100, ($null -ne $service -and $service.Status -eq 'Running'), 'TermService does not run'),
        @('logons-allowed', 100, (-not $closed), 'Windows itself refuses new sessions: change logon, or remote desktop is off'),
        @('memory', 50, ($Server.memory_available -ge $Server.memory_total / 100 * $script:Config.min_memory_available_percent),
            'too little memory is free')
    )
    if ($Server.ContainsKey('disk_total') -and $Server.disk_total -gt 0) {
        $enough = $Server.disk_free -ge $Server.disk_total / 100 * $script:Config.min_disk_free_percent
        $checks += , @('disk', 50, $enough, 'too little of the disk is free')
    }
    $score = 100
    $rows = @()
    foreach ($check in $checks) {
        if (-not $check[2]) { $score -= $check[1] }
        $message = if ($check[2]) { '' } else { $check[3] }
        $rows += @{ name = $check[0]; ok = [bool]$check[2]; message = $message }
    }
    return @{ score = [Math]::Max(0, $score); rdp_listener_ok = [bool]$listening; checks = $rows }
}

function Get-SessionRow($Session) {
    $words = 'Active', 'Connected', 'ConnectQuery', 'Shadow', 'Disconnected', 'Idle', 'Listen', 'Reset', 'Down', 'Init'
    $row = @{
        id = $Session.Id; user = $Session.User; domain = $Session.Domain; station_name = $Session.Station
        state = $words[$Session.State]
    }
    if ($Session.ClientName) { $row.client_name = $Session.ClientName }
    if ($Session.ClientAddress) { $row.client_address = $Session.ClientAddress }
    if ($null -ne $Session.LogonAt) { $row.logon_at = ConvertTo-TimeText $Session.LogonAt }
    $since = if ($Session.State -eq 4) { $Session.DisconnectedAt } else { $Session.LastInputAt }
    if ($null -ne $since -and $null -ne $Session.Now) {
        $row.idle_seconds = [long][Math]::Max(0, ($Session.Now - $since).TotalSeconds)
    }
    return $row
}

# ------------------------------------------------------------------------------------------------------ RemoteApps

function Get-WantedValues($App) {
    $values = @{
        Name = [string](Get-Field $App 'display_name'); Path = [string](Get-Field $App 'path')
        CommandLineSetting = [int](Get-Field $App 'command_line_setting')
        RequiredCommandLine = [string](Get-Field $App 'required_command_line')
    }
    $values[$Mark] = [string](Get-Field $App 'resource_id')
    return $values
}

function Test-AppInSync($App) {
    $key = [Microsoft.Win32.Registry]::LocalMachine.OpenSubKey("$AllowList\$(Get-Field $App 'alias')")
    if ($null -eq $key) { return $null }
    try {
        $wanted = Get-WantedValues $App
        foreach ($name in $wanted.Keys) {
            if ($name -ne $Mark -and [string]$key.GetValue($name, '') -cne [string]$wanted[$name]) { return $false }
        }
        return $true
    }
    finally { $key.Dispose() }
}

function Get-AppStatus($App) {
    $inSync = Test-AppInSync $App
    $path = [string](Get-Field $App 'path')
    return @{
        resource_id = [string](Get-Field $App 'resource_id'); alias = [string](Get-Field $App 'alias')
        published = ($null -ne $inSync); in_sync = ($inSync -eq $true)
        path_exists = $path -ne '' -and (Test-Path -LiteralPath $path -PathType Leaf)
        error = if ($null -eq $inSync -and -not $script:Config.manage_remote_apps) { 'manage_remote_apps is false on this host' } else { '' }
    }
}

function Update-RemoteApps($Apps) {
    # Publishes what is wanted, takes away what this agent published and is wanted no more, leaves the rest alone.
    if (-not $script:Config.manage_remote_apps) { return }
    $root = [Microsoft.Win32.Registry]::LocalMachine.CreateSubKey($AllowList)
    try {
        $aliases = @($Apps | ForEach-Object { [string](Get-Field $_ 'alias') })
        foreach ($name in $root.GetSubKeyNames()) {
            $key = $root.OpenSubKey($name)
            $ours = $null -ne $key.GetValue($Mark)
            $key.Dispose()
            if ($ours -and $aliases -notcontains $name) { $root.DeleteSubKeyTree($name) }
        }
        foreach ($app in $Apps) {
            $alias = [string](Get-Field $app 'alias')
            if ($alias -eq '' -or $alias.Contains('\') -or (Test-AppInSync $app)) { continue }
            $key = $root.CreateSubKey($alias)
            try {
                if ($key.ValueCount -gt 0 -and $null -eq $key.GetValue($Mark)) { continue }   # somebody else's
                $wanted = Get-WantedValues $app
                foreach ($name in $wanted.Keys) { $key.SetValue($name, $wanted[$name]) }
            }
            finally { $key.Dispose() }
        }
    }
    finally { $root.Dispose() }
}

# -------------------------------------------------------------------------------------------------------- commands

# $Kept: what came of commands, by their ids. An id is written down before the command is done, so that an agent that
# is killed in between does not do it twice.

function Open-Commands {
    $script:Kept = @{}
    $read = Read-Kept 'commands.json'
    if ($null -eq $read) { return }
    foreach ($property in $read.PSObject.Properties) {
        $entry = @{}
        foreach ($field in $property.Value.PSObject.Properties) { $entry[$field.Name] = $field.Value }
        if (-not $entry.ContainsKey('success')) {
            $rebooted = $entry.action -eq 'restart_server' -and $entry.boot_id -ne $script:BootId
            Complete-Command $entry $(if ($rebooted) { '' } else { 'the agent ended before it knew what came of it' })
        }
        $script:Kept[$property.Name] = $entry
    }
}

function Complete-Command($Entry, [string]$Problem) {
    $Entry.success = $Problem -eq ''
    $Entry.completed_at = ConvertTo-TimeText ([datetime]::UtcNow)
    if ($Problem -ne '') { $Entry.error = $Problem }
}

function Get-Results {
    foreach ($entry in @($script:Kept.Values)) {
        if ($entry.ContainsKey('success') -and -not $entry.ContainsKey('told')) {
            $result = @{ id = $entry.id; action = $entry.action; success = $entry.success; completed_at = $entry.completed_at }
            if ($entry.ContainsKey('error')) { $result.error = $entry.error }
            $result
        }
    }
}

function Complete-Telling($Results) {
    foreach ($result in $Results) { $script:Kept[$result.id].told = $true }
    $oldest = [DateTimeOffset]::UtcNow.AddHours(-$RememberedHours)
    $old = @($script:Kept.Values | Where-Object { $_.ContainsKey('told') -and (ConvertTo-Moment $_.at) -lt $oldest })
    foreach ($entry in $old) { $script:Kept.Remove($entry.id) }
    if (@($Results).Count + $old.Count -gt 0) { Write-Kept 'commands.json' $script:Kept }
}

function Test-Restarting {
    $now = [DateTimeOffset]::UtcNow
    foreach ($entry in @($script:Kept.Values)) {
        if ($entry.action -eq 'restart_server' -and $entry.ContainsKey('success') -and $entry.success -and
            $entry.boot_id -eq $script:BootId -and
            [Math]::Abs(($now - (ConvertTo-Moment $entry.at)).TotalMinutes) -lt $RestartTakesMinutes) { return $true }
    }
    return $false
}

function Invoke-Commands($Commands, $ServerTime) {
    # Does those that are new; gives whether there were any.
    $new = @()
    foreach ($command in $Commands) {
        $id = [string](Get-Field $command 'id')
        if ($script:Kept.ContainsKey($id)) { $script:Kept[$id].Remove('told') }   # the answer got lost: tell it again
        elseif ($id -ne '') {
            $entry = @{
                id = $id; action = [string](Get-Field $command 'action'); boot_id = $script:BootId
                at = ConvertTo-TimeText ([datetime]::UtcNow)
            }
            $script:Kept[$id] = $entry
            $new += , @($entry, $command)
        }
    }
    if ($new.Count -eq 0) { return $false }
    Write-Kept 'commands.json' $script:Kept
    $ending = @()
    foreach ($pair in $new) {
        $entry, $command = $pair
        try {
            $problem = Invoke-OneCommand $entry.action $command $ServerTime
            if ($null -eq $problem) { $ending += , @($entry, [int](Get-Field $command 'session_id')) }
            else { Complete-Command $entry $problem }
        }
        catch { Complete-Command $entry "$($entry.action) failed: $($_.Exception.Message)" }
    }
    Complete-Logoffs $ending
    foreach ($pair in $new) {
        $said = if ($pair[0].ContainsKey('error')) { $pair[0].error } else { 'done' }
        Write-Log 'INFO' "command $($pair[0].id) $($pair[0].action): $said"
    }
    Write-Kept 'commands.json' $script:Kept
    return $true
}

function Invoke-OneCommand([string]$Action, $Command, $ServerTime) {
    # What went wrong, empty when nothing did, $null when it has begun and is still to be seen to end.
    $now = ConvertTo-Moment $ServerTime
    $expires = ConvertTo-Moment (Get-Field $Command 'expires_at')
    $created = ConvertTo-Moment (Get-Field $Command 'created_at')
    if ($null -ne $now -and $null -ne $expires -and $now -gt $expires) { return 'the command expired' }
    if ($Action -eq 'restart_server') { return Restart-Host }
    if ('message', 'disconnect', 'logoff' -notcontains $Action) { return "this agent does not know the action '$Action'" }
    $id = Get-Field $Command 'session_id'
    $session = [DroverWts]::Sessions() | Where-Object { $_.Id -eq $id } | Select-Object -First 1
    if ($null -eq $session) { return 'there is no such session any more' }
    if ($null -ne $now -and $null -ne $created -and $null -ne $session.LogonAt -and $null -ne $session.Now -and
        ($session.Now - $session.LogonAt) -lt ($now - $created)) {
        return 'the session ended, and another one has its number'
    }
    switch ($Action) {
        'message' {
            $title = [string](Get-Field $Command 'title')
            if ($title -eq '') { $title = 'Message' }
            [DroverWts]::Message($session.Id, $title, [string](Get-Field $Command 'message'))
        }
        'disconnect' { if ($session.State -ne 4) { [DroverWts]::Disconnect($session.Id) } }
        'logoff' {
            [DroverWts]::Logoff($session.Id)
            return $null
        }
    }
    return ''
}

function Complete-Logoffs($Ending) {
    # Waits until the sessions have ended, for all of them 15 seconds at most.
    $clock = [Diagnostics.Stopwatch]::StartNew()
    while ($Ending.Count -gt 0) {
        $there = @([DroverWts]::Sessions() | ForEach-Object { $_.Id })
        $late = $clock.Elapsed.TotalSeconds -gt 15
        $left = @()
        foreach ($pair in $Ending) {
            if ($there -notcontains $pair[1]) { Complete-Command $pair[0] '' }
            elseif ($late) { Complete-Command $pair[0] 'the session is still there after 15 seconds' }
            else { $left += , $pair }
        }
        $Ending = $left
        if ($Ending.Count -gt 0) { Start-Sleep -Milliseconds 500 }
    }
}

function Restart-Host {
    # Returns at once, so that the command can still be acknowledged.
    Write-Log 'WARN' 'the broker asks for a restart'
    $seconds = $script:Config.restart_delay_seconds
    & "$env:SystemRoot\System32\shutdown.exe" /r /f /t $seconds /d 'p:0:0' /c 'Drover restarts this host.' | Out-Null
    if ($LASTEXITCODE -eq 0) { return '' }
    return "shutdown.exe ended with $LASTEXITCODE"
}

# ------------------------------------------------------------------------------------------------------- the agent

function Get-Identity {
    $kept = Read-Kept 'identity.json'
    if ($null -ne $kept -and (Get-Field $kept 'broker') -eq $script:Config.broker -and (Get-Field $kept 'token')) { return $kept }
    return $null
}

function Register-Agent {
    Assert-Private $script:Config.enrollment_key_file
    $key = ([string](Get-Content -LiteralPath $script:Config.enrollment_key_file -TotalCount 1)).Trim()
    if ($key -eq '') { throw "$($script:Config.enrollment_key_file) is empty" }
    $answer = Assert-Taken (Send-ToBroker '/api/v1/agents/enroll' @{
            enrollment_token = $key; name = $script:HostName; machine_id = Get-MachineId
        })
    Write-Kept 'identity.json' @{ broker = $script:Config.broker; agent_id = $answer.agent_id; token = $answer.token }
    Assert-Private (Join-Path $script:Config.state_dir 'identity.json')
    Write-Log 'INFO' "enrolled as agent $($answer.agent_id)"
    return Get-Identity
}

function Get-Heartbeat {
    $server = Get-Server
    $body = @{
        protocol_version = $ProtocolVersion
        agent_version    = "windows-$Version"
        time             = ConvertTo-TimeText ([datetime]::UtcNow)
        boot_id          = $script:BootId
        # Counts from the boot, so it grows also when the agent starts anew.
        seq              = [long]([Diagnostics.Stopwatch]::GetTimestamp() / ([Diagnostics.Stopwatch]::Frequency / 1000))
        server           = $server
        health           = Get-Health $server
        sessions         = @([DroverWts]::Sessions() | ForEach-Object { Get-SessionRow $_ })
        remote_apps      = @($script:Apps | ForEach-Object { Get-AppStatus $_ })
        command_results  = @(Get-Results)
    }
    foreach ($name in 'address', 'zone') { if ($script:Config[$name] -ne '') { $body[$name] = $script:Config[$name] } }
    if ($script:Config.port -gt 0) { $body.port = $script:Config.port }
    if ($script:Config.max_sessions -ge 0) { $body.max_sessions = $script:Config.max_sessions }
    return $body
}

function Invoke-Beat {
    # One heartbeat, and what its answer asks for; gives whether there is news to tell at once.
    $identity = Get-Identity
    if ($null -eq $identity) { $identity = Register-Agent }
    $body = Get-Heartbeat
    $answer = Assert-Taken (Send-ToBroker '/api/v1/agents/heartbeat' $body @{
            'X-Agent-ID' = $identity.agent_id; 'Authorization' = "Bearer $($identity.token)"
        })
    Complete-Telling $body.command_results
    $script:Apps = @(Get-Field $answer 'desired_remote_apps' | Where-Object { $null -ne $_ })
    try { Update-RemoteApps $script:Apps }
    catch { Write-Log 'ERROR' "RemoteApps cannot be published: $($_.Exception.Message)" }
    $commands = @(Get-Field $answer 'commands' | Where-Object { $null -ne $_ })
    return Invoke-Commands $commands (Get-Field $answer 'server_time')
}

function Get-Explanation($Failure) {
    $status = $Failure.Data['Status']
    if ($status -eq 401 -and $null -ne (Get-Identity)) {
        return "$($Failure.Message). The broker does not know this agent's token: the agent was deleted, or this machine or a" +
        ' clone of it enrolled again. When that is not meant, run DroverAgent.ps1 -Enroll; the host waits in maintenance' +
        ' then until an operator sets it online'
    }
    if ($status -eq 401) { return "$($Failure.Message). Is the enrolment key the broker's?" }
    if ($status -eq 409) { return "$($Failure.Message). A clone of this host uses its id; run sysprep on the clone and enrol it" }
    return $Failure.Message
}

function Get-Pause([int]$Failures, $Failure) {
    # Doubles with each failure, is spread so that hosts do not come back all at once, and keeps to Retry-After.
    # More than 20 wrong credentials a minute bar the whole address.
    $low, $high = if (400, 401, 403, 409 -contains $Failure.Data['Status']) { 60, 600 } else { 5, 60 }
    $pause = [Math]::Min($high, $low * [Math]::Pow(2, [Math]::Min($Failures - 1, 10))) * (Get-Random -Minimum 0.75 -Maximum 1.0)
    $asked = $Failure.Data['RetryAfter']
    if ($null -ne $asked) { $pause = [Math]::Max($pause, $asked) }
    return $pause
}

function Start-Agent {
    $failures = 0
    while ($true) {
        try {
            $news = Invoke-Beat
            $failures = 0
            $pause = if ($news) { 0.1 } else { $script:Config.interval_seconds * (Get-Random -Minimum 0.95 -Maximum 1.05) }
        }
        catch {
            $failures++
            $pause = Get-Pause $failures $_.Exception
            Write-Log 'ERROR' "$(Get-Explanation $_.Exception); next try in $([int]$pause) s"
        }
        Start-Sleep -Milliseconds ([int](1000 * $pause))
    }
}

$Interactive = $Once -or $DryRun -or $Enroll
$Config = Read-Config $ConfigFile
$HostName = if ($Config.name) { $Config.name } else { [Net.Dns]::GetHostName() }
$Apps = @()
[Net.ServicePointManager]::SecurityProtocol = [Net.SecurityProtocolType]::Tls12
[Net.ServicePointManager]::Expect100Continue = $false
Add-Type -TypeDefinition $WtsSource
$CpuBefore = [DroverWts]::CpuTicks()
$BootId = Get-BootId
$Kept = @{}

if ($DryRun) {
    Start-Sleep -Seconds 1
    ConvertTo-Json (Get-Heartbeat) -Depth 6
    exit 0
}
if ($Enroll) {
    [void](Register-Agent)
    exit 0
}
$alone = New-Object Threading.Mutex($false, 'Global\DroverAgent')
try { $first = $alone.WaitOne(0) } catch [Threading.AbandonedMutexException] { $first = $true }
if (-not $first) {
    [Console]::Error.WriteLine('another agent runs on this host')
    exit 2
}
Open-Commands
if (-not $Once) { Start-Agent }
try {
    Start-Sleep -Seconds 1
    if (Invoke-Beat) { [void](Invoke-Beat) }
    exit 0
}
catch {
    Write-Log 'ERROR' (Get-Explanation $_.Exception)
    exit 1
}
