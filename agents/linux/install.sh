#!/bin/sh
# Installs the Drover agent on this host, or a newer one over it: ./install.sh [https://broker]
# Files: /usr/local/sbin/drover-agent, /etc/drover/agent.conf, /etc/systemd/system/drover-agent.service.
# DESTDIR puts them below another folder, and starts nothing.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=${DESTDIR:-}
broker=${1:-}

[ -n "$root" ] || [ "$(id -u)" -eq 0 ] || { echo "install.sh: must be run by root" >&2; exit 1; }
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' || {
    echo "install.sh: python3 3.9 or later is needed" >&2
    exit 1
}

install -d -m 0755 "$root/usr/local/sbin" "$root/etc/systemd/system"
install -d -m 0700 "$root/etc/drover"
install -m 0755 "$here/drover-agent" "$root/usr/local/sbin/drover-agent"
install -m 0644 "$here/drover-agent.service" "$root/etc/systemd/system/drover-agent.service"
conf=$root/etc/drover/agent.conf
if [ ! -e "$conf" ]; then
    install -m 0600 "$here/agent.conf.example" "$conf"
    if [ -n "$broker" ]; then
        escaped=$(printf '%s' "$broker" | sed 's/[\\&|]/\\&/g')
        sed -i "s|^broker = .*|broker = $escaped|" "$conf"
    fi
fi
key=$root/etc/drover/enrollment.key
if [ ! -e "$key" ]; then
    (umask 077 && : > "$key")
fi

if [ -n "$root" ] || ! [ -d /run/systemd/system ]; then
    echo "Installed below ${root:-/}; nothing was started."
else
    systemctl daemon-reload
    systemctl enable drover-agent
    if [ -s "$key" ] || [ -s /var/lib/drover-agent/identity.json ]; then
        systemctl restart drover-agent
    fi
fi
[ -s "$key" ] || echo "Write the broker's enrolment key into $key, then: systemctl start drover-agent"
