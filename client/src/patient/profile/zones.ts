import { ZONES } from './text/zones.js';

export const zoneName = (zone: string): string => ZONES[zone] ?? zone.replaceAll('_', ' ');

/** The common zones plus those in use: the stored one and the device's. */
export function zoneOptions(...inUse: string[]): { value: string; label: string }[] {
  return [...new Set([...Object.keys(ZONES), ...inUse])].map((value) => ({ value, label: zoneName(value) }));
}
