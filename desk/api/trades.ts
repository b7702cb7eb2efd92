import type { ImportAnswer, ImportPreviewAnswer } from '../../src/review/trade-files/routes/import.dto.js';
import type { EditTradeDto } from '../../src/trades/edit-trade.dto.js';
import type {
  TradeRecord,
  TradeRecordAnswer,
  TradeRecordsAnswer,
} from '../../src/trades/trade-record.dto.js';
import { announceChange } from './changes.js';
import { type Query, askJson, send } from './send.js';

export type Trade = Pick<TradeRecord, keyof TradeRecord>;
export type TradeLabels = Pick<EditTradeDto, 'note' | 'tags'>;

export const listTrades = (sessionId: string, query: Query, signal: AbortSignal) =>
  askJson<TradeRecordsAnswer>(`/sessions/${sessionId}/trades`, { query, signal });

export const getTrade = (sessionId: string, id: string, signal: AbortSignal) =>
  askJson<TradeRecordAnswer>(`/sessions/${sessionId}/trades/${id}`, { signal });

/** Changes the labels of a trade. No figure depends on labels, so no other data is read again. */
export async function labelTrade({ sessionId, id }: Trade, body: TradeLabels): Promise<Trade> {
  const answer = await askJson<TradeRecordAnswer>(`/sessions/${sessionId}/trades/${id}`, {
    method: 'PATCH',
    body,
  });
  return answer.trade;
}

export async function deleteTrade({ sessionId, id }: Trade): Promise<void> {
  await askJson(`/sessions/${sessionId}/trades/${id}`, { method: 'DELETE' });
  announceChange();
}

/** The settings that the reader of a file cannot derive from the file itself. */
export interface ImportSettings {
  readonly source?: string;
  readonly timezone?: string;
  readonly dateOrder?: string;
  readonly symbol?: string;
  readonly strategyName?: string;
  readonly profit?: string;
  readonly costs?: string;
  readonly pointValue?: string;
}

export const previewImport = (
  sessionId: string,
  file: File,
  settings: ImportSettings & { readonly breakEvenThreshold?: number },
  signal: AbortSignal,
) => sendFile<ImportPreviewAnswer>(sessionId, file, { ...settings, preview: 'true' }, signal);

export async function importFile(
  sessionId: string,
  file: File,
  settings: ImportSettings,
): Promise<ImportAnswer> {
  const answer = await sendFile<ImportAnswer>(sessionId, file, { ...settings });
  announceChange();
  return answer;
}

const sendFile = <Answer>(sessionId: string, file: File, query: Query, signal?: AbortSignal) =>
  askJson<Answer>(`/sessions/${sessionId}/trades/import`, {
    method: 'POST',
    query,
    body: file,
    contentType: typeOf(file.name),
    signal,
  });

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
  zip: 'application/zip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  html: 'text/html',
  htm: 'text/html',
};

export const typeOf = (name: string): string =>
  TYPES[name.toLowerCase().split('.').at(-1) ?? ''] ?? 'text/csv';

export async function exportTrades(sessionId: string, format: 'csv' | 'ndjson'): Promise<Blob> {
  const response = await send(`/sessions/${sessionId}/trades/export`, { query: { format } });
  return response.blob();
}

export async function downloadReport(sessionId: string, breakEvenThreshold: number): Promise<Blob> {
  const query = { breakEvenThreshold: breakEvenThreshold || undefined };
  const response = await send(`/sessions/${sessionId}/report`, { query });
  return response.blob();
}
