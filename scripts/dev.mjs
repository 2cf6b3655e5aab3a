// `npm run dev`: the server, rebuilt and restarted on each change, and the Vite dev server, in one command.
import concurrently from 'concurrently';

const { result } = concurrently(
  [
    {
      name: 'server',
      command: 'nest start --watch --no-shell',
      env: { SERVE_CLIENT: '0', DEV_SERVER: '1' },
      prefixColor: 'cyan',
    },
    { name: 'client', command: 'vite --config client/vite.config.ts', prefixColor: 'green' },
  ],
  { killOthersOn: ['failure', 'success'], prefix: 'name' },
);
await result.catch(() => process.exit(1));
