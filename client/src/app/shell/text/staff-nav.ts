export const mainText = 'Main';
export const collapseText = 'Collapse';
