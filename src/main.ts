import { exitOnSignals } from './stop-on-signals.js';

// Loading the modules takes a large part of the startup, so signals are handled before it.
exitOnSignals();
await import('./serve.js');
