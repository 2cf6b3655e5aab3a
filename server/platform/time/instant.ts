import { ValidateBy, buildMessage } from 'class-validator';
import { isMoment } from '#common/clinical/index.js';

/** Without one the time would mean the clock of this server. */
const WITH_OFFSET = /(Z|[+-]\d{2}:?\d{2})$/i;

/** A date and time as ISO 8601 with an offset or Z: one instant, whoever reads it. */
export const isInstant = (value: unknown): value is string =>
  isMoment(value) && WITH_OFFSET.test(value) && !Number.isNaN(Date.parse(value));

/** For DTOs. */
export const Instant = (message: () => string, each = false) =>
  ValidateBy(
    { name: 'isInstant', validator: { validate: isInstant, defaultMessage: buildMessage(message) } },
    { message, each },
  );
