export const PRESSURE_TEXT = {
  title: 'Blood pressure at home (optional)',
  hint: 'Sit still for five minutes first, with your back supported and your arm at heart height.',
  systolic: 'Top number',
  diastolic: 'Bottom number',
  measuredOn: 'Measured on',
  high: 'This is high',
  toDo: 'Rest for five minutes and measure again. If it is still 160/100 or higher, send the new reading here and message your care team today. Do not change your dose by yourself. If it reaches 180/120 and you have chest pain, trouble breathing, weakness, vision changes or a severe headache, call 911.',
  badSystolic: 'Enter the top number, from 70 to 250 and above the bottom one.',
  badDiastolic: 'Enter the bottom number, from 40 to 150.',
  badMeasuredOn: 'Enter the day it was measured, within the last year.',
} as const;
