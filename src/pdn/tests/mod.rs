mod played;
mod text;
