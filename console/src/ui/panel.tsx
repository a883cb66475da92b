import type { ComponentChildren } from 'preact';

interface PanelProps {
  title: string;
  /** What it is for, beside the title. */
  advice?: ComponentChildren;
  /** Its content brings a card of its own, as lists do. */
  plain?: boolean;
  children: ComponentChildren;
}

/** One of several independent parts of a page: description on the left, controls on the right. */
export const Panel = ({ title, advice, plain, children }: PanelProps) => (
  <section class="panel">
    <div class="panel-head">
      <h2>{title}</h2>
      {advice && <p class="quiet-text">{advice}</p>}
    </div>
    <div class={plain ? 'panel-body' : 'panel-body card'}>{children}</div>
  </section>
);
