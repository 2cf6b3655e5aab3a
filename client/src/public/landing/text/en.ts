export const LANDING_TEXT = {
  main: 'Main',
  smallPrint: 'Small print',
};
