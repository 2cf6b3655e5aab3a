import { describe, expect, it } from '@jest/globals';
import { networkOf, siteOf, subscriberOf } from './address.js';

describe('addresses', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64', '0:0:0:0::/64'],
    ['203.0.113.7:41234', '203.0.113.7', '203.0.113.0/24'],
    ['[2001:db8:1:2::9]:41234', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    [null, 'unknown', 'unknown'],
  ])('%s belongs to %s in %s', (ip, subscriber, network) => {
    expect([subscriberOf(ip), networkOf(ip)]).toEqual([subscriber, network]);
  });

  it.each([
    ['2001:db8:1:2::9', '2001:db8:1::/48'],
    ['[2001:db8:1:ffff::1]:443', '2001:db8:1::/48'],
    ['203.0.113.7', null],
  ])('%s is at the site %s', (ip, site) => {
    expect(siteOf(ip)).toBe(site);
  });
});
