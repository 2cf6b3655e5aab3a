const counted = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'}`;

export const AGE_TEXT = {
  unknown: 'unknown',
  underMinute: 'less than a minute',
  minutes: (n: number) => counted(n, 'minute'),
  hours: (n: number) => counted(n, 'hour'),
  days: (n: number) => counted(n, 'day'),
};
