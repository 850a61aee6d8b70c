// A button that opens a menu; a click elsewhere or Escape closes it.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './Icon';
import type { IconName } from './Icon';

interface MenuProps {
    icon?: IconName;
    title: string;
    label?: ComponentChildren;
    isOn?: boolean;
    class?: string;
    align?: 'left' | 'right';
    onOpen?: () => void;
    children: (close: () => void) => ComponentChildren;
}

export function Menu(props: MenuProps) {
    const isOpen = useSignal(false);
    const box = useRef<HTMLDivElement>(null);
    const close = (): void => void (isOpen.value = false);

    useEffect(() => {
        const outside = (event: PointerEvent): void => {
            if (box.current && event.target instanceof Node && !box.current.contains(event.target)) {
                close();
            }
        };
        const escape = (event: KeyboardEvent): void => {
            if (event.key === 'Escape' && isOpen.value) {
                event.stopPropagation();
                close();
                box.current?.querySelector('button')?.focus();
            }
        };
        const element = box.current;
        document.addEventListener('pointerdown', outside, true);
        element?.addEventListener('keydown', escape);
        return () => {
            document.removeEventListener('pointerdown', outside, true);
            element?.removeEventListener('keydown', escape);
        };
    }, []);

    function toggle(): void {
        isOpen.value = !isOpen.value;
        if (isOpen.value) {
            props.onOpen?.();
        }
    }

    return (
        <div class={`menu ${props.class ?? ''}`} ref={box}>
            <button
                type="button"
                class={`button plain ${props.label === undefined ? 'sign' : ''}`}
                title={props.title}
                aria-label={props.title}
                aria-haspopup="true"
                aria-expanded={isOpen.value}
                aria-pressed={props.isOn}
                onClick={toggle}
            >
                {props.icon && <Icon name={props.icon} />}
                {props.label}
            </button>
            {isOpen.value && <div class={`menu-body ${props.align ?? 'left'}`}>{props.children(close)}</div>}
        </div>
    );
}
