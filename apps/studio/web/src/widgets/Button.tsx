// A button with an icon, a title for tooltips and screen readers, and optional content.
import type { ComponentChildren } from 'preact';
import type { IconName } from './Icon';
import { Icon } from './Icon';

interface ButtonProps {
    icon?: IconName;
    title: string;
    onClick: () => void;
    isOn?: boolean; // of a toggle button
    isDisabled?: boolean;
    kind?: 'plain' | 'strong' | 'danger';
    class?: string;
    children?: ComponentChildren;
}

export function Button(props: ButtonProps) {
    const { icon, title, onClick, isOn, isDisabled, kind = 'plain', children } = props;
    return (
        <button
            type="button"
            class={`button ${kind} ${children === undefined ? 'sign' : ''} ${props.class ?? ''}`}
            title={title}
            aria-label={title}
            aria-pressed={isOn}
            disabled={isDisabled}
            onClick={onClick}
        >
            {icon && <Icon name={icon} />}
            {children}
        </button>
    );
}
