const whole = (x) => Math.round(x).toLocaleString('en-US');
const ratio = (x) => x.toFixed(2);

function table({ n, results, autosave, storm, memoryMiB, startedMs }) {
  const rows = results.map(
    ({ name, ours, floor, usual }) =>
      `| ${name} | ${whole(ours.perSecond)} | ${whole(ours.p50)} | ${whole(ours.p97)} | ${whole(floor.perSecond)} | ${whole(floor.p97)} | ${ratio(ours.perSecond / floor.perSecond)} | ${usual ? `${whole(usual.perSecond)} | ${whole(usual.p97)} | ${ratio(ours.perSecond / usual.perSecond)}` : '| |'} |`,
  );
  return `## ${n.toLocaleString('en-US')} patients

| request | ours, requests/s | ours, median ms | ours, p97.5 ms | floor, requests/s | floor, p97.5 ms | ours / floor | usual, requests/s | usual, p97.5 ms | ours / usual |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

- Autosave of a 10 kB intake, committed: ${whole(autosave.perSecond)}/s, median ${whole(autosave.p50)} ms, p97.5 ${whole(autosave.p97)} ms.
- ${storm.signedIn} sign-ins at once while the case list is read: its p97.5 went from ${whole(storm.quiet.p97)} to ${whole(storm.busy.p97)} ms.
- Memory of the server afterwards: ${whole(memoryMiB)} MiB. Start on this database: ${whole(startedMs)} ms.
`;
}

function chart({ n, results }) {
  const names = results.map((r) => `"${r.name}"`).join(', ');
  const values = results.map((r) => Math.round(r.ours.p97)).join(', ');
  return `\`\`\`mermaid
xychart-beta horizontal
  title "p97.5 at 20 connections, ${n.toLocaleString('en-US')} patients, ms"
  x-axis [${names}]
  y-axis "ms" 0 --> ${Math.max(100, ...results.map((r) => Math.ceil(r.ours.p97 / 50) * 50))}
  bar [${values}]
\`\`\`
`;
}

function growth(small, large) {
  const rows = large.results.map(({ name, ours }, i) => {
    const before = small.results[i].ours.p97;
    return `| ${name} | ${whole(before)} | ${whole(ours.p97)} | ${ratio(ours.p97 / before)} |`;
  });
  return `## Growth

| request | p97.5 ms, ${whole(small.n)} | p97.5 ms, ${whole(large.n)} | ratio |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

export function report(runs, { date, machine, load, seconds, rounds, connections }) {
  const head = `${date}, ${machine}, load average ${load.toFixed(1)} at the start. ${connections} connections, ${rounds} rounds of ${seconds} s, medians.\n`;
  const parts = [head, ...runs.map(table), chart(runs.at(-1))];
  if (runs.length > 1) parts.push(growth(runs[0], runs.at(-1)));
  return parts.join('\n');
}
