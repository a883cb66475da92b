import type { ComponentChildren } from 'preact';
import { DatedContext } from './time';

/** Names and values of one thing, in columns where there is room. */
export const Facts = ({ children }: { children: ComponentChildren }) => (
  <DatedContext.Provider value={true}>
    <dl class="facts">{children}</dl>
  </DatedContext.Provider>
);

export const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
