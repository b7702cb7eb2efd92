import { SingleBar } from 'cli-progress';

/** How often a line is written where there is no terminal, ms. */
const LINE_EVERY_MS = 5_000;

export interface Progress {
  update(done: number, total: number): void;
  stop(): void;
}

/** A progress bar on a terminal, plain lines now and then elsewhere. */
export function progress(label: string, unit: string): Progress {
  return process.stderr.isTTY ? barProgress(label, unit) : lineProgress(label, unit);
}

function barProgress(label: string, unit: string): Progress {
  const bar = new SingleBar({
    format: `${label} {bar} {percentage} % | {value}/{total} ${unit} | {eta_formatted} left`,
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
  });
  let started = false;
  return {
    update: (done, total) => {
      if (started) bar.setTotal(total);
      else bar.start(total, 0);
      started = true;
      bar.update(done);
    },
    stop: () => {
      if (started) bar.stop();
    },
  };
}

function lineProgress(label: string, unit: string): Progress {
  let writtenAt = Date.now();
  return {
    update: (done, total) => {
      if (Date.now() - writtenAt < LINE_EVERY_MS) return;
      writtenAt = Date.now();
      process.stderr.write(
        `${label}: ${Math.floor((done / Math.max(total, 1)) * 100)} % of ${total} ${unit}\n`,
      );
    },
    stop: () => undefined,
  };
}
