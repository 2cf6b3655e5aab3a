/** U.S. time zones by their familiar names; any other is shown by its IANA name. */
export const ZONES: Readonly<Record<string, string>> = {
  'America/New_York': 'Eastern (New York)',
  'America/Chicago': 'Central (Chicago)',
  'America/Denver': 'Mountain (Denver)',
  'America/Phoenix': 'Arizona (Phoenix)',
  'America/Los_Angeles': 'Pacific (Los Angeles)',
  'America/Anchorage': 'Alaska (Anchorage)',
  'Pacific/Honolulu': 'Hawaii (Honolulu)',
  'America/Puerto_Rico': 'Atlantic (Puerto Rico)',
};
