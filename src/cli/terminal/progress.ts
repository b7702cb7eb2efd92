import { SingleBar } from 'cli-progress';

/** Time between two lines of progress if there is no terminal, ms. */
const LINE_EVERY_MS = 5_000;

export interface Progress {
  update(done: number, total: number): void;
  stop(): void;
}

/** Shows progress as a bar on a terminal; without a terminal, as a line every few seconds. */
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
  return {
    update: (done, total) => {
      if (bar.isActive) bar.setTotal(total);
      else bar.start(total, 0);
      bar.update(done);
    },
    stop: () => bar.stop(),
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
