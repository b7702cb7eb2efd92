import { Command, InvalidArgumentError } from 'commander';
import { CONTROL_ENDPOINTS } from './control-app.js';
import { isLoopback, startVenueDouble, type VenueDouble } from './venue-double.js';

interface Options {
  readonly port: number;
  readonly host: string;
}

const program = new Command('venue')
  .description('Serves generated candles as the venue would, on this machine only')
  .option('--port <port>', 'port of the spot host; the futures host takes the next one', parsePort, 3999)
  .option('--host <address>', 'loopback address to listen on', parseHost, '127.0.0.1')
  .parse();

const { port, host } = program.opts<Options>();

try {
  const venue = await startVenueDouble({ port, host });
  console.log(greeting(venue));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void venue.close());
} catch (error) {
  program.error(`The venue double cannot start: ${error instanceof Error ? error.message : String(error)}`);
}

function greeting({ url, spotUrl, usdmUrl }: VenueDouble): string {
  return `Venue double: all candles are generated, not real prices.

Start the service with
  VENUE_SPOT_URL=${spotUrl}
  VENUE_USDM_URL=${usdmUrl}

Control endpoints
${CONTROL_ENDPOINTS.map((line) => `  ${line}`).join('\n')}

For example, the next three requests for BTCUSDT find the venue overloaded:
  curl -X POST ${url}/control/scenarios -H 'content-type: application/json' \\
    -d '{"kind": "overload", "symbol": "BTCUSDT", "times": 3}'

Ctrl-C ends it.`;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_534)
    throw new InvalidArgumentError('The port must be 0 (any free one) to 65534.');
  return port;
}

function parseHost(text: string): string {
  if (!isLoopback(text))
    throw new InvalidArgumentError('The host must be a loopback address, such as 127.0.0.1.');
  return text;
}
