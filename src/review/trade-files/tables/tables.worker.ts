import { parentPort, workerData } from 'node:worker_threads';
import { type TablesJob, parseTables } from './parse-tables.js';
import { type TablesAnswer, failureOf } from './tables-answer.js';

/* The thread that parses the tables of one file. */

const answer: TablesAnswer = await parseTables(workerData as TablesJob).then(() => null, failureOf);
parentPort!.postMessage(answer);
