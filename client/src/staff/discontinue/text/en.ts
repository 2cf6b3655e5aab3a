export const INFO_TEXT = {
  title: 'Discontinue',
  lead: 'Taper or post-cycle therapy plans are made from within a case.',
  demoTitle: 'For demonstration only',
  demo: 'This content is not a validated clinical protocol.',
  howTitle: 'How a treatment is ended',
  steps: [
    'Open the case of the patient.',
    'Choose “Discontinue treatment” and say why, from when on, and whether follow-up labs are wanted.',
    'Confirm. The plan and every prescription that is not over yet end at once.',
  ],
  kept: 'Nothing is deleted. With follow-up labs the case stays in monitoring; without them it is closed.',
  toCases: 'Go to cases',
};
