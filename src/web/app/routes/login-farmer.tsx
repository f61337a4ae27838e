import { useSearch } from '@tanstack/react-router';
import { LoginScreen } from './login-screen.tsx';

export function LoginFarmerRoute() {
  const { redirect } = useSearch({ from: '/screens/loginF' });
  return <LoginScreen userRole="farmer" wantedPath={redirect} />;
}
