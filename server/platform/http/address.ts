import { isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address. */
function groups(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: missing }, () => '0'), ...right].map((g) =>
    g.toLowerCase().replace(/^0+(?=.)/, ''),
  );
}

/** The address alone: some proxies write the port of each connection behind it. */
export const withoutPort = (address: string): string =>
  address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[([\da-f:.]+)\](:\d+)?$/i, '$1');

const mapped = (address: string): string =>
  withoutPort(address).replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/** What one subscriber has: an IPv4 address, or an IPv6 /64. */
export function subscriberOf(ip: string | null): string {
  const address = mapped(ip ?? 'unknown');
  return isIPv6(address) ? `${groups(address).slice(0, 4).join(':')}::/64` : address;
}

/** The neighbourhood an attacker moves in: an IPv4 /24, or an IPv6 /64. */
export function networkOf(ip: string | null): string {
  const address = mapped(ip ?? 'unknown');
  if (isIPv6(address)) return subscriberOf(address);
  return /^\d+\.\d+\.\d+\.\d+$/.test(address) ? address.replace(/\.\d+$/, '.0/24') : address;
}

/** What one customer of a provider usually gets: an IPv6 /48. null where the network is the widest that counts. */
export function siteOf(ip: string | null): string | null {
  const address = mapped(ip ?? 'unknown');
  return isIPv6(address) ? `${groups(address).slice(0, 3).join(':')}::/48` : null;
}
