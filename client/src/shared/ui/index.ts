export {
  formatAge,
  formatDate,
  formatDateTime,
  formatNumber,
  formatResult,
  humanize,
  withDates,
} from './format.js';
export { Notice } from './Notice.js';
export { Page, PageTitle } from './Page.js';
export { Panel } from './Panel.js';
export { ButtonLink, TextLink } from './RouterLink.js';
export { Empty, NoMatch } from './Blank.js';
export { Bone, Loading, LoadingBlock, LoadError, visuallyHidden } from './states.js';
export { saveFile } from './saveFile.js';
export { StatusChip } from './StatusChip.js';
export { Field, type FieldProps } from './Field.js';
