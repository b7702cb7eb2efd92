import { render } from 'preact';
import '../report/sheet/sheet.css';
import { followOtherTabs } from '../api/key.js';
import { takeKeyFromAddress } from '../api/key-in-address.js';
import { App } from './app.js';
import './desk.css';
import './ui/form.css';
import './session/session.css';
import './slice/slice.css';
import './sessions/sessions.css';
import './selection/selection.css';
import './drop/drop.css';
import './drop/drop-table.css';

takeKeyFromAddress();
followOtherTabs();

render(<App />, document.getElementById('desk')!);
