import { render } from 'preact';
import '../report/sheet/sheet.css';
import { followSignIn } from '../api/follow-sign-in.js';
import { isBehindGateway } from '../api/gateway-sign-in.js';
import { followOtherTabs, forgetKey } from '../api/key.js';
import { takeKeyFromAddress } from '../api/key-in-address.js';
import { App } from './app.js';
import { returnAfterSignIn } from './router/kept-place.js';
import { askBeforeTypedTextIsLost } from './ui/typed-text.js';
import './desk.css';
import './ui/form.css';
import './session/session.css';
import './slice/slice.css';
import './sessions/sessions.css';
import './selection/selection.css';
import './drop/drop.css';
import './drop/drop-table.css';

takeKeyFromAddress();
if (isBehindGateway()) {
  // The page has no button that would remove a key from an earlier visit.
  forgetKey();
  returnAfterSignIn();
  followSignIn();
  askBeforeTypedTextIsLost();
} else {
  followOtherTabs();
}

render(<App />, document.getElementById('desk')!);
