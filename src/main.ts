import { exitOnSignals } from './stop-on-signals.js';

// Signals are handled before the modules are loaded, because loading takes a large part of the startup.
exitOnSignals();
await import('./serve.js');
