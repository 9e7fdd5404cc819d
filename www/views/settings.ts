import { html, nothing, render } from 'lit-html';
import { type Message, number, say, share } from '../messages';
import { presets } from '../presets';
import type { Fields, Refusal, Side } from '../protocol';
import { fieldsOf, type State } from '../state';

export interface SettingsActions {
  /** `share` is given where the overlap is a share of the size. */
  changed(fields: Partial<Fields>, share?: string, clamped?: State['clamped']): void;
  /** Starts comparing with a second set, or goes on with the one that is shown. */
  compare(compare: boolean): void;
  choose(side: Side): void;
  swap(): void;
  /** Makes the second set like the first. */
  copy(): void;
}

const root = document.querySelector<HTMLElement>('.settings') as HTMLElement;
const head = document.querySelector<HTMLElement>('#settings-head') as HTMLElement;
const sides = document.querySelector<HTMLElement>('#sides') as HTMLElement;
const inputs = [...root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]:not(#share)')];
const sizeSlider = slider('size');
const overlapSlider = slider('overlap');
const shareInput = root.querySelector<HTMLInputElement>('#share') as HTMLInputElement;
let shown: State | undefined;

function slider(name: string): HTMLInputElement {
  return root.querySelector(`input[type=range][name=${name}]`) as HTMLInputElement;
}

export function connectSettings(actions: SettingsActions): void {
  for (const input of inputs) {
    input.addEventListener('input', () => {
      const name = input.name as keyof Fields;
      const value = input instanceof HTMLInputElement && input.type === 'checkbox' ? String(input.checked) : input.value;
      if (name === 'size') actions.changed(...sized(value, input === sizeSlider));
      else actions.changed({ [name]: value });
    });
  }
  shareInput.addEventListener('input', () => {
    const given = shareInput.value;
    const size = shown ? fieldsOf(shown).size : '';
    actions.changed({ overlap: overlapOf(size, given) }, given);
  });
  change = actions.changed;
  const on = (id: string, act: () => void) => root.querySelector(id)?.addEventListener('click', act);
  on('#compare', () => actions.compare(true));
  on('#compare-end', () => actions.compare(false));
  on('#swap', actions.swap);
  on('#copy-side', actions.copy);
  for (const radio of sides.querySelectorAll('input'))
    radio.addEventListener('change', () => actions.choose(radio.value as Side));
}

let change: SettingsActions['changed'] = () => {};

function showPresets(): void {
  render(
    presets.map(({ name, about, fields }) => {
      const overlap = fields && overlapOf(fields.size, fields.share);
      const settings = fields && { strategy: fields.strategy, size: fields.size, overlap: overlap ?? '' };
      return html`<li>
        ${fields && settings ? html`<button type="button" @click=${() => change(settings, fields.share)}>${say(name)}</button>` : html`<b>${say(name)}</b>`}
        <small>${settings ? html`<code>${settings.strategy}, ${settings.size}, ${settings.overlap}</code> · ` : nothing}${say(about)}</small>
      </li>`;
    }),
    root.querySelector('#presets') as HTMLElement,
  );
}

/** An overlap given as a share follows the size; another one is kept under it while the slider moves, and that is said. */
function sized(size: string, slides: boolean): Parameters<SettingsActions['changed']> {
  const share = shown?.shares[shown.side];
  if (share !== undefined) return [{ size, overlap: overlapOf(size, share) }, share];
  const overlap = Number(shown ? fieldsOf(shown).overlap : 0);
  if (!slides || overlap < Number(size)) return [{ size }];
  const lowered = Number(size) - 1;
  return [{ size, overlap: String(lowered) }, undefined, { overlap: lowered }];
}

/** What a share of the size comes to; a share that is no number, and one of a size that is none, goes to the core as it is. */
function overlapOf(size: string, share: string): string {
  const overlap = Math.floor((Number(size) * Number(share)) / 100);
  return share.trim() !== '' && Number.isFinite(overlap) ? String(overlap) : share;
}

export function showSettings(state: State): void {
  if (state.language !== shown?.language) showPresets();
  shown = state;
  const fields = fieldsOf(state);
  const size = Number(fields.size);
  overlapSlider.max = String(Math.max(0, (Number.isInteger(size) && size > 0 ? size : 500) - 1));
  for (const input of inputs) show(input, fields[input.name as keyof Fields]);
  const part = Math.round((Number(fields.overlap) / size) * 1000) / 10;
  show(shareInput, state.shares[state.side] ?? (Number.isFinite(part) ? String(part) : ''));
  const split = inputs.find((input) => input.name === 'split_oversize');
  if (split) split.disabled = fields.strategy === 'recursive-char';
  for (const name of ['size', 'overlap', 'chars_per_token'] as const) showNote(name, state);
  const isComparing = state.fields.B !== undefined;
  head.hidden = !isComparing;
  (root.querySelector('#compare') as HTMLElement).hidden = isComparing;
  for (const radio of sides.querySelectorAll('input')) radio.checked = radio.value === state.side;
}

function show(input: HTMLInputElement | HTMLSelectElement, value: string): void {
  if (input instanceof HTMLInputElement && input.type === 'radio') input.checked = input.value === value;
  else if (input instanceof HTMLInputElement && input.type === 'checkbox') input.checked = value === 'true';
  // What is being typed is left alone.
  else if (input.value !== value && !(input === document.activeElement && input.type === 'number'))
    input.value = fit(input, value);
}

/** A field for numbers stays empty for what is none. */
function fit({ type }: HTMLInputElement | HTMLSelectElement, value: string): string {
  return (type === 'number' || type === 'range') && !Number.isFinite(Number(value)) ? '' : value;
}

/** What is wrong with a field, or worth knowing about it. */
function showNote(name: 'size' | 'overlap' | 'chars_per_token', state: State): void {
  const given = state.refusals[state.side];
  const refusal = given?.setting === name ? given : undefined;
  const more = { size: sizeNote, overlap: overlapNote, chars_per_token: undefined }[name];
  const [kind, text] = refusal ? ['wrong', refused(refusal)] : (more?.(state) ?? ['', '']);
  const note = root.querySelector(`#${name}-note`) as HTMLElement;
  if (note.textContent !== text) note.textContent = text;
  note.dataset.kind = kind;
  note.hidden = text === '';
  root.querySelector(`input[type=number][name=${name}]`)?.setAttribute('aria-invalid', String(refusal !== undefined));
}

function refused({ code, given, allowed }: Refusal): string {
  const known: Partial<Record<string, Message>> = {
    whole_number: 'error.whole_number',
    overlap: 'error.overlap',
    chars_per_token: 'error.chars_per_token',
  };
  const key = known[code];
  return key ? say(key, { given: given.trim() || say('error.nothing'), allowed }) : `${given}: ${allowed}`;
}

function sizeNote(state: State): [string, string] {
  const { size, unit } = fieldsOf(state);
  const { limit } = state;
  const isOver = limit !== undefined && unit === 'tokens' && Number(size) > limit;
  return isOver ? ['warned', say('warning.limit', { limit: number(limit) })] : ['', ''];
}

function overlapNote(state: State): [string, string] {
  const { clamped, shares, side } = state;
  const fields = fieldsOf(state);
  const part = Number(fields.overlap) / Number(fields.size);
  if (clamped) return ['said', say('clamp.overlap', { overlap: number(clamped.overlap) })];
  if (part > 0.3 && part < 1) return ['warned', say('warning.overlap', { share: share(part) })];
  return ['said', shares[side] !== undefined && part > 0 ? say('share.kept') : ''];
}
