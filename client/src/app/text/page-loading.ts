export const loadingPageText = 'Loading the page';
