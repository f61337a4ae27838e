import { useEffect, useState, useSyncExternalStore } from 'react';
import { createCamera } from './camera.ts';

/** The camera, from when the part that uses it is shown until it is gone; off while the page is hidden. */
export function useCamera() {
  const [camera] = useState(() => createCamera(globalThis.navigator?.mediaDevices));
  const state = useSyncExternalStore(camera.subscribe, camera.getState);

  useEffect(() => {
    const follow = () => (document.hidden ? camera.pause() : void camera.resume());
    document.addEventListener('visibilitychange', follow);
    // Phones keep a page that was left for a while; its camera must not run on.
    addEventListener('pagehide', camera.pause);
    void camera.start();
    return () => {
      document.removeEventListener('visibilitychange', follow);
      removeEventListener('pagehide', camera.pause);
      camera.stop();
    };
  }, [camera]);

  return { camera, state };
}
