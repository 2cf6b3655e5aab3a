import { TestEnvironment } from 'jest-environment-jsdom';

const DESK_WIDTH = 1280;

/** A browser's document with what jsdom leaves out: the tests answer every call themselves. */
export default class PageEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const { global } = this;
    Object.assign(global, {
      Request,
      Response,
      Headers,
      AbortController,
      AbortSignal,
      TextEncoder,
      TextDecoder,
      structuredClone,
    });
    global.nodeFetch = fetch;
    global.matchMedia = (media) => ({
      media,
      matches: Number(/min-width: ?(\d+)/.exec(media)?.[1] ?? Infinity) <= DESK_WIDTH,
      addEventListener() {},
      removeEventListener() {},
      addListener() {},
      removeListener() {},
    });
    class Observer {
      observe() {}
      unobserve() {}
      disconnect() {}
    }
    Object.assign(global, { ResizeObserver: Observer, IntersectionObserver: Observer });
    global.scrollTo = () => undefined;
    global.Element.prototype.scrollIntoView = () => undefined;
  }
}
