export { amountText, quantityText, quantityUnit } from '#common/clinical/evidence-text.js';
