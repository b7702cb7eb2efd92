import { endAtOnceOnSignals } from './end-on-signals.js';

// Loading the modules takes a good part of the start, so signals are heeded before that.
endAtOnceOnSignals();
await import('./serve.js');
