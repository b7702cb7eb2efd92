import { render } from 'preact';
import '../report/sheet/sheet.css';
import { isBehindGateway } from '../api/gateway-sign-in.js';
import { followOtherTabs } from '../api/key.js';
import { takeKeyFromAddress } from '../api/key-in-address.js';
import { App } from './app.js';
import './desk.css';
import './ui/form.css';
import './session/session.css';
import './slice/slice.css';
import './sessions/sessions.css';
import './sessions/ranked.css';
import './selection/selection.css';
import './drop/drop.css';
import './drop/drop-table.css';
import './start/start.css';
import './add-candles/add-candles.css';

async function start(): Promise<void> {
  takeKeyFromAddress();
  if (isBehindGateway()) {
    // This script is loaded before the page appears, because the gateway would refuse to serve scripts after the
    // sign-in has ended.
    const { startBehindGateway } = await import('./ui/start-behind-gateway.js');
    startBehindGateway();
  } else {
    followOtherTabs();
  }
  render(<App />, document.getElementById('desk')!);
}

start().catch(() => {
  document.getElementById('desk')!.textContent =
    'The page could not be loaded. Reload it, and sign in again if you are asked to.';
});
