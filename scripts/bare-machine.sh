#!/usr/bin/env bash
# `npm ci && npm test` in a bare Debian: no fonts, no browser, no PostgreSQL, nothing but Node and npm of this machine.
# As root, with debootstrap installed: scripts/bare-machine.sh [folder] [command ...]
set -euo pipefail
root=${1:-$(mktemp -d)}
shift || true
here=$(cd "$(dirname "$0")/.." && pwd)

if [ ! -e "$root/usr/bin/apt" ]; then
  debootstrap --variant=minbase --include=ca-certificates bookworm "$root"
fi
node=$(command -v node)
modules=$(cd "$(dirname "$(readlink -f "$(command -v npm)")")/../.." && pwd)
cp "$node" "$root/usr/bin/node"
mkdir -p "$root/usr/lib/node_modules"
cp -r "$modules/npm" "$root/usr/lib/node_modules/"
for name in npm npx; do ln -sf "../lib/node_modules/npm/bin/$name-cli.js" "$root/usr/bin/$name"; done
# A registry behind a proxy may need this machine's certificates.
cp /etc/resolv.conf /etc/hosts "$root/etc/"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"

rm -rf "$root/src"
git clone --quiet "$here" "$root/src"
cat > "$root/inside.sh" <<'INSIDE'
set -euo pipefail
mount -t proc proc /proc
mkdir -p /dev/shm && mount -t tmpfs tmpfs /dev/shm
cd /src
exec "$@"
INSIDE
[ $# -gt 0 ] || set -- bash .ci/run
exec unshare --mount --pid --fork chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
  LANG=C.UTF-8 NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt bash /inside.sh "$@"
