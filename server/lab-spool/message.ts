import { decoded, parseMessage, type Segment } from './hl7.js';

export const LARGEST_MESSAGE = 10 * 1024 * 1024;
const VERSIONS = ['2.3', '2.3.1', '2.4', '2.5', '2.5.1'];
const LONGEST_NAME = 227;
/** A message of 500 results has some 15,000; each one costs memory and time where it is read. */
const MOST_SEPARATORS = 200_000;

/** Whether it can be read at all without harm: ends of segments, and the usual separators with those that MSH declares. */
function hasTooManyParts(bytes: Buffer): boolean {
  const separators = new Set([...Buffer.from('\r\n|^~\\&'), ...bytes.subarray(3, 8)]);
  let left = MOST_SEPARATORS;
  for (const byte of bytes) if (separators.has(byte) && --left < 0) return true;
  return false;
}

/** What the first segment says of a message. */
export interface Header {
  sendingApplication: string;
  sendingFacility: string;
  receivingFacility: string;
  controlId: string;
}

/** A message of results, and everything in it. */
export interface LabMessage {
  header: Header;
  segments: readonly Segment[];
}

/** Why this is no message of results that can be read, in words for the sender; null if it is one. */
function faultOf(msh: Segment): string | null {
  if (msh.value(9, 1) !== 'ORU' || msh.value(9, 2) !== 'R01') return 'Only ORU^R01 is taken';
  if (!['', 'P'].includes(msh.value(11))) return 'Only messages of production are taken (MSH-11: P)';
  if (!VERSIONS.includes(msh.value(12))) return 'Only versions 2.3 to 2.5.1 are taken';
  if (!msh.value(10)) return 'MSH-10, the control id, is missing';
  if (!msh.value(3) && !msh.value(4)) return 'MSH-3 and MSH-4 do not say who sends this';
  const tooLong = [3, 4, 6, 10].some((field) => msh.value(field).length > LONGEST_NAME);
  return tooLong ? 'A name in the first segment is too long' : null;
}

/** @returns the message, or what is wrong with it */
export function readMessage(bytes: Buffer): LabMessage | { fault: string } {
  if (bytes.length > LARGEST_MESSAGE) return { fault: 'Larger than 10 MB' };
  if (bytes.includes(0)) return { fault: 'A character that no text holds' };
  if (hasTooManyParts(bytes)) return { fault: 'Too many segments, fields or repetitions' };
  const msh = parseMessage(bytes.toString('latin1'))?.[0];
  if (!msh) return { fault: 'No MSH segment at the beginning' };
  const fault = faultOf(msh);
  if (fault) return { fault };
  const text = decoded(bytes, msh.value(18));
  const segments = text === null ? null : parseMessage(text);
  if (!segments) return { fault: 'The character set (MSH-18) is not ASCII, ISO-8859-1 or UTF-8' };
  const [first] = segments;
  return {
    segments,
    header: {
      sendingApplication: first!.value(3),
      sendingFacility: first!.value(4),
      receivingFacility: first!.value(6),
      controlId: first!.value(10),
    },
  };
}
