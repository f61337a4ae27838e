import { useSearch } from '@tanstack/react-router';
import { LoginScreen } from './login-screen.tsx';

export function LoginRoute() {
  const { redirect } = useSearch({ from: '/screens/login' });
  return <LoginScreen userRole="buyer" wantedPath={redirect} />;
}
