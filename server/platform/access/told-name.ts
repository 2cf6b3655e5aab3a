/** How a patient reads the staff member in table `user` of the organisation `o`: never an email. */
export const toldName = (user: string): string =>
  `COALESCE(${user}.display_name, 'A clinician of ' || o.name)`;
