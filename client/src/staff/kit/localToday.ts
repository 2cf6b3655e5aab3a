/** The calendar date in the reader's zone. */
export const localToday = (now: Date = new Date()): string => {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
};
