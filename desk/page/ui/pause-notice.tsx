import { useEffect, useState } from 'preact/hooks';
import { currentPause, onPauseChange } from '../../api/pauses.js';

/** A notice that the service has asked for a pause, with the time at which the request is sent again. */
export function PauseNotice() {
  const [, setTick] = useState(0);
  useEffect(() => {
    const tick = () => setTick((before) => before + 1);
    const timer = setInterval(() => currentPause() && tick(), 500);
    const stop = onPauseChange(tick);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
  const pause = currentPause();
  const seconds = pause ? Math.max(1, Math.ceil((pause.until - Date.now()) / 1000)) : 0;
  return (
    <div class="pause" role="status">
      {pause && (
        <p class="banner pending">
          {pause.message} Trying again in {seconds} s.
        </p>
      )}
    </div>
  );
}
