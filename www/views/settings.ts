import { type Message, number, say, share } from '../messages';
import type { Fields, Refusal } from '../protocol';
import type { State } from '../state';

type Changed = (fields: Partial<Fields>, clamped?: State['clamped']) => void;

const root = document.querySelector<HTMLElement>('.settings') as HTMLElement;
const inputs = [...root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')];
const sizeSlider = slider('size');
const overlapSlider = slider('overlap');

function slider(name: string): HTMLInputElement {
  return root.querySelector(`input[type=range][name=${name}]`) as HTMLInputElement;
}

export function connectSettings(changed: Changed): void {
  for (const input of inputs) {
    input.addEventListener('input', () => {
      const name = input.name as keyof Fields;
      if (input === sizeSlider) changed(...sized(input.value));
      else
        changed({ [name]: input instanceof HTMLInputElement && input.type === 'checkbox' ? String(input.checked) : input.value });
    });
  }
}

/** While the size slider moves, the overlap is kept under it, and that is said. */
function sized(size: string): Parameters<Changed> {
  const overlap = Number(root.querySelector<HTMLInputElement>('input[type=number][name=overlap]')?.value);
  if (overlap < Number(size)) return [{ size }];
  const lowered = Number(size) - 1;
  return [{ size, overlap: String(lowered) }, { overlap: lowered }];
}

export function showSettings(state: State): void {
  const { fields } = state;
  const size = Number(fields.size);
  overlapSlider.max = String(Math.max(0, (Number.isInteger(size) && size > 0 ? size : 500) - 1));
  for (const input of inputs) show(input, fields[input.name as keyof Fields]);
  const split = inputs.find((input) => input.name === 'split_oversize');
  if (split) split.disabled = fields.strategy === 'recursive-char';
  for (const name of ['size', 'overlap', 'chars_per_token'] as const) showNote(name, state);
}

function show(input: HTMLInputElement | HTMLSelectElement, value: string): void {
  if (input instanceof HTMLInputElement && input.type === 'radio') input.checked = input.value === value;
  else if (input instanceof HTMLInputElement && input.type === 'checkbox') input.checked = value === 'true';
  // What is being typed is left alone.
  else if (input.value !== value && !(input === document.activeElement && input.type === 'number')) input.value = value;
}

/** What is wrong with a field, or worth knowing about it. */
function showNote(name: 'size' | 'overlap' | 'chars_per_token', state: State): void {
  const refusal = state.refusal?.setting === name ? state.refusal : undefined;
  const [kind, text] = refusal ? ['wrong', refused(refusal)] : (name === 'overlap' && overlapNote(state)) || ['', ''];
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

function overlapNote({ clamped, fields }: State): [string, string] {
  const part = Number(fields.overlap) / Number(fields.size);
  if (clamped) return ['said', say('clamp.overlap', { overlap: number(clamped.overlap) })];
  if (part > 0.3 && part < 1) return ['warned', say('warning.overlap', { share: share(part) })];
  return ['said', part > 0 && part < 1 ? say('share.overlap', { share: share(part) }) : ''];
}
