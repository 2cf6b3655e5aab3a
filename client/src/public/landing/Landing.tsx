import { BrandMark } from '../../shared/ui/BrandMark.js';
import { LabTrend } from './LabTrend.js';
import { RotatingWord, useRotatingWord } from './RotatingWord.js';
import { benefits, brand, checking, footer, hero, how, last, signIn, skip, start, trust } from './text.js';
import { useHomeRedirect } from './useHomeRedirect.js';
import { LANDING_TEXT } from './text/en.js';

function Hero({ busy }: { busy: boolean }) {
  const { word, paused, toggle } = useRotatingWord();
  return (
    <section className="hero">
      <div>
        <p className="early">{hero.early}</p>
        <h1>
          {hero.before} <RotatingWord word={word} />
        </h1>
        <p className="sentence">{hero.sentence}</p>
        <div className="actions">
          <a className="button primary" href="/signup">
            {start}
          </a>
          <a className="button" href="/login">
            {signIn}
          </a>
        </div>
        <p className="below">
          <span className="session-check" role="status">
            {busy ? checking : ''}
          </span>
          <button type="button" className="pause" onClick={toggle}>
            {paused ? hero.play : hero.pause}
          </button>
        </p>
      </div>
      <LabTrend />
    </section>
  );
}

/** The page at `/`: prerendered and hydrated, without a router or component library. */
export function Landing() {
  const busy = useHomeRedirect();
  return (
    <>
      <a className="skip" href="#main">
        {skip}
      </a>
      <header className="top">
        <span className="brand">
          <BrandMark />
          {brand}
        </span>
        <nav aria-label={LANDING_TEXT.main}>
          <a href="#how">{how.title}</a>
          <a href="/login">{signIn}</a>
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        <Hero busy={busy} />
        <ul className="trust">
          {trust.map((badge) => (
            <li key={badge.title}>
              <strong>{badge.title}</strong>
              <span>{badge.text}</span>
            </li>
          ))}
        </ul>
        <section className="how" id="how" aria-labelledby="how-title">
          <h2 id="how-title">{how.title}</h2>
          <ol>
            {how.steps.map((step) => (
              <li key={step.title}>
                <h3>{step.title}</h3>
                <p>{step.text}</p>
              </li>
            ))}
          </ol>
        </section>
        <section className="benefits" aria-labelledby="benefits-title">
          <h2 id="benefits-title">{benefits.title}</h2>
          <ul>
            {benefits.items.map((item) => (
              <li key={item.title}>
                <h3>{item.title}</h3>
                <p>{item.text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section className="last" aria-labelledby="last-title">
          <div>
            <h2 id="last-title">{last.title}</h2>
            <p>{last.text}</p>
          </div>
          <a className="button light" href="/signup">
            {start}
          </a>
        </section>
      </main>
      <footer>
        <p>{footer.emergency}</p>
        <nav aria-label={LANDING_TEXT.smallPrint}>
          <a href="/terms">{footer.terms}</a>
          <a href="/privacy">{footer.privacy}</a>
        </nav>
      </footer>
    </>
  );
}
