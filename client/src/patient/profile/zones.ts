/** The zones of the United States by the names people know; any other is shown by its own. */
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

/** The common ones, and whatever else is in use: the stored one, the one of his device. */
export function zoneOptions(...inUse: string[]): { value: string; label: string }[] {
  return [...new Set([...Object.keys(ZONES), ...inUse])].map((value) => ({ value, label: zoneName(value) }));
}
