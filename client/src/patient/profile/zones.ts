/** U.S. time zones by their familiar names; any other is shown by its IANA name. */
const ZONES: Readonly<Record<string, string>> = {
  'America/New_York': 'Eastern (New York)',
  'America/Chicago': 'Central (Chicago)',
  'America/Denver': 'Mountain (Denver)',
  'America/Phoenix': 'Arizona (Phoenix)',
  'America/Los_Angeles': 'Pacific (Los Angeles)',
  'America/Anchorage': 'Alaska (Anchorage)',
  'Pacific/Honolulu': 'Hawaii (Honolulu)',
  'America/Puerto_Rico': 'Atlantic (Puerto Rico)',
};

export const zoneName = (zone: string): string => ZONES[zone] ?? zone.replaceAll('_', ' ');

/** The common zones plus those in use: the stored one and the device's. */
export function zoneOptions(...inUse: string[]): { value: string; label: string }[] {
  return [...new Set([...Object.keys(ZONES), ...inUse])].map((value) => ({ value, label: zoneName(value) }));
}
