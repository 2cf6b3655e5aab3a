export const trtProgramText = 'TRT Program';
export const checkingSessionText = 'Checking your session…';
