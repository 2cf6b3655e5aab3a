/** How a patient reads the staff member in table `user`, with `o` the clinic: never an email. */
export const toldName = (user: string): string =>
  `COALESCE(${user}.display_name, 'A clinician of ' || o.name)`;
