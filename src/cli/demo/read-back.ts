import type { SessionRecordsAnswer } from '../../sessions/session-record.dto.js';
import type { SessionDto } from '../../sessions/session.dto.js';
import type { TradeRecord, TradeRecordsAnswer } from '../../trades/trade-record.dto.js';
import { minute } from '../terminal/minute.js';
import { table } from '../terminal/table.js';
import { DemoClient } from './client.js';

/** Number of trades that are shown. */
const COUNT = 3;

/** Reads data back from the service, as a front end does: the sessions of the project, and a page of trades. */
export async function readBack(client: DemoClient, session: SessionDto): Promise<string> {
  const { sessions } = await client.get<SessionRecordsAnswer>(`/sessions?projectId=${session.projectId}`);
  const { trades } = await client.get<TradeRecordsAnswer>(
    `/sessions/${session.id}/trades?order=desc&count=${COUNT}`,
  );
  return [
    'The sessions of the project, from GET /sessions:',
    table(
      [
        ['session', 'status', 'trades', 'net'],
        ...sessions.map(({ name, status, summary }) => [
          name,
          status,
          String(summary.tradeCount),
          summary.plNet.toFixed(2),
        ]),
      ],
      ['trades', 'net'],
    ),
    '',
    `The last ${trades.length} trades, from GET /sessions/{id}/trades:`,
    table([['trade', 'side', 'entry', 'exit', 'net', 'note'], ...trades.map(tradeRow)], ['net']),
  ].join('\n');
}

const tradeRow = ({ clientId, side, entryTime, exitTime, plNet, note }: TradeRecord): string[] => [
  clientId,
  side,
  minute(entryTime),
  minute(exitTime),
  plNet.toFixed(2),
  note,
];
