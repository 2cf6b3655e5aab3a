import { useEffect, useState } from 'react';
import { hero } from './text.js';

export const ROTATE_MS = 5000;

const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Which of the three words is showing. Pauses when asked to, or when the visitor prefers reduced motion. */
export function useRotatingWord() {
  const [index, setIndex] = useState(0);
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (paused || still()) return undefined;
    const timer = setInterval(() => setIndex((now) => (now + 1) % hero.words.length), ROTATE_MS);
    return () => clearInterval(timer);
  }, [paused]);
  return { word: hero.words[index] ?? hero.words[0], paused, toggle: () => setPaused(!paused) };
}

/** The other two words are hidden behind it (see landing.css), so that the widest sets the width. */
export function RotatingWord({ word }: { word: string }) {
  const [second, third] = hero.words.filter((other) => other !== word);
  return (
    <span className="word" data-second={second} data-third={third}>
      <span className="word-now" key={word}>
        {word}
      </span>
    </span>
  );
}
