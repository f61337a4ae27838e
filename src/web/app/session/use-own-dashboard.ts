import { useEffect, useState } from 'react';

/** The dashboard of whoever is logged in; null for a stranger, and in the first rendering, which the built page holds for everybody. */
export function useOwnDashboard(): '/buyer-dashboard' | '/farmer/dashboard' | null {
  const [path, setPath] = useState<ReturnType<typeof useOwnDashboard>>(null);
  useEffect(() => {
    // A stranger's first view does without the code of the screens.
    if (!isTokenKept()) return;
    void import('./session.ts').then(({ readSession }) => {
      if (readSession('farmer')) setPath('/farmer/dashboard');
      else if (readSession('buyer')) setPath('/buyer-dashboard');
    });
  }, []);
  return path;
}

/** Storage may be forbidden, and asking for it throws then. */
function isTokenKept(): boolean {
  try {
    return Boolean(sessionStorage.getItem('authToken') ?? localStorage.getItem('authToken'));
  } catch {
    return false;
  }
}
