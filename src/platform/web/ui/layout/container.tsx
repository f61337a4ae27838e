import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type ContainerProps = ComponentProps<'div'> & { width?: 'page' | 'prose' | 'form' };

const widths = { page: 'max-w-page', prose: 'max-w-prose', form: 'max-w-form' };

export function Container({ width = 'page', className, ...rest }: ContainerProps) {
  return (
    <div
      {...rest}
      className={classNames('mx-auto w-full px-4 sm:px-6', widths[width], className)}
    />
  );
}
