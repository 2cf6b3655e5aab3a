import { EventEmitter } from 'node:events';
import { describe, expect, it, jest } from '@jest/globals';
import { whenOver, whenWhole } from './when-over.js';

class End extends EventEmitter {
  closed = false;
  destroyed = false;
}
function call(socket = new End(), response = new End()) {
  const over = jest.fn();
  const args = [{ raw: { socket } }, { raw: response }] as unknown as Parameters<typeof whenOver>;
  whenOver(args[0], args[1], over);
  return { socket, response, over };
}

describe('a request is over', () => {
  it('once, when it is answered, and its connection closes later', () => {
    const { socket, response, over } = call();
    expect(over).not.toHaveBeenCalled();
    response.emit('close');
    socket.emit('close');
    expect(over).toHaveBeenCalledTimes(1);
  });

  it('when its connection is gone, though its response was never written', () => {
    const socket = new End();
    const calls = [call(socket), call(socket), call(socket)];
    expect(socket.listenerCount('close')).toBe(1);
    calls[1]!.response.emit('close');
    socket.emit('close');
    expect(calls.map(({ over }) => over.mock.calls.length)).toEqual([1, 1, 1]);
  });

  it.each(['closed', 'destroyed'] as const)('at once where its response is %s already', (state) => {
    const response = Object.assign(new End(), { [state]: true });
    expect(call(new End(), response).over).toHaveBeenCalledTimes(1);
  });

  it('at once where its connection is gone already', () => {
    expect(call(Object.assign(new End(), { destroyed: true })).over).toHaveBeenCalledTimes(1);
  });
});

it('a response is whole when all of it was sent, not when it broke off', () => {
  const [broken, sent] = [new End(), new End()];
  const whole = jest.fn();
  for (const raw of [broken, sent])
    whenWhole({ raw } as unknown as Parameters<typeof whenWhole>[0], () => whole(raw));
  broken.emit('close');
  expect(whole).not.toHaveBeenCalled();
  sent.emit('finish');
  sent.emit('close');
  expect(whole.mock.calls).toEqual([[sent]]);
});
