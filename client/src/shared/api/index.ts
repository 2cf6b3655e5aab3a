export {
  api,
  newIdempotencyKey,
  onForbidden,
  request,
  TIMEOUT_MS,
  type RawAnswer,
  type RequestOptions,
} from './client.js';
export {
  actionErrorMessage,
  ApiError,
  comesBack,
  isApiError,
  isNotFound,
  isOutage,
  loadErrorMessage,
  outageWords,
} from './errors.js';
export { queryClient } from './queryClient.js';
export { systemStatusQuery } from './systemStatus.js';
