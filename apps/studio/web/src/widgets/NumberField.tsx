// A field for a number. The value is taken on Enter or when the field loses the focus; invalid text is replaced by the old value.
import { useEffect, useRef } from 'preact/hooks';

interface NumberFieldProps {
    label: string;
    unit?: string;
    value: number;
    min?: number;
    max?: number;
    step?: number;
    onChange: (value: number) => void;
}

export function NumberField({ label, unit, value, min, max, step, onChange }: NumberFieldProps) {
    const input = useRef<HTMLInputElement>(null);
    const written = String(Number(value.toPrecision(6)));
    useEffect(() => {
        if (input.current && document.activeElement !== input.current) {
            input.current.value = written;
        }
    }, [written]);

    function take(): void {
        const element = input.current;
        if (!element) {
            return;
        }
        const typed = element.value.trim() === '' ? NaN : Number(element.value);
        if (!Number.isFinite(typed)) {
            element.value = written;
            return;
        }
        const kept = Math.min(Math.max(typed, min ?? -Infinity), max ?? Infinity);
        element.value = String(kept);
        if (kept !== value) {
            onChange(kept);
        }
    }

    return (
        <label class="number">
            <span>
                {label}
                {unit && <small> {unit}</small>}
            </span>
            <input
                ref={input}
                type="number"
                inputMode="decimal"
                defaultValue={written}
                min={min}
                max={max}
                step={step ?? 'any'}
                onBlur={take}
                onKeyDown={(event) => event.key === 'Enter' && take()}
            />
        </label>
    );
}
